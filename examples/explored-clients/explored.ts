/** Explores each client, as it is written first and mended. */
import assert from 'node:assert/strict'
import { explore, type SubjectFunction } from 'svc-emulator/explore'
import { sessions as naiveSessions } from './json-rpc-2.0.naive.ts'
import { sessions } from './json-rpc-2.0.mended.ts'
import { makeKey as naiveMakeKey } from './ky.naive.ts'
import { makeKey } from './ky.mended.ts'
import { revisions as naiveRevisions } from './openapi-fetch.naive.ts'
import { revisions } from './openapi-fetch.mended.ts'
import { objects as naiveObjects } from './tanstack.naive.ts'
import { objects } from './tanstack.mended.ts'

const clients: Record<string, [naive: SubjectFunction, mended: SubjectFunction]> = {
  ky: [naiveMakeKey, makeKey],
  'openapi-fetch': [naiveRevisions, revisions],
  tanstack: [naiveObjects, objects],
  'json-rpc-2.0': [naiveSessions, sessions],
}

for (const [name, [naive, mended]] of Object.entries(clients)) {
  // It waits for nothing, or for ever.
  const { findings } = await explore(naive, { timeLimit: '500ms' })
  console.log(`${name}, naive: ${findings.map(({ verdict }) => verdict).join(', ')}`)
  assert.notEqual(findings.length, 0)
  // More than its own limits add up to.
  const { findings: left } = await explore(mended, { timeLimit: '3s' })
  console.log(
    `${name}, mended: ${left.map(({ verdict, because }) => `${verdict}: ${because}`).join(', ') || 'no finding'}`,
  )
  assert.equal(left.length, 0)
}
process.exit()
