/**
 * Refuses msw 3 on an old Node: package managers install it there, but every request fails with `fetch failed`.
 * `promise` is checked for a method that msw 3 calls and Node 20 lacks.
 */
export function refuseOldNode(promise: object = Promise, node: string = process.version): void {
  if ('withResolvers' in promise) return
  throw new Error(
    `msw 3 needs Node 22.12 or later, and this is Node ${node}: npm install --save-dev msw@2, or take a newer Node. In svc-emulator/vitest, transport: 'server' does without msw`,
  )
}
