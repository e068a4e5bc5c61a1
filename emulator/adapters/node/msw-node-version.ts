/**
 * Package managers install msw 3 beside a Node that it does not run on, where every request ends as `fetch failed`. `promise` has what msw 3
 * calls and Node 20 lacks.
 */
export function refuseOldNode(promise: object = Promise, node: string = process.version): void {
  if ('withResolvers' in promise) return
  throw new Error(
    `msw 3 needs Node 22.12 or later, and this is Node ${node}: npm install --save-dev msw@2, or take a newer Node. In svc-emulator/vitest, transport: 'server' does without msw`,
  )
}
