import { execFileSync } from 'node:child_process'
import { mkdtempSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startChild } from '../harness/child.ts'
import { costRatio, costText, loadInTurns, type Side, type Start } from '../harness/compare.ts'
import { freePort } from '../harness/first-answer.ts'
import { clients, CONNECTIONS, httpLoad, type Client } from '../harness/http-load.ts'
import type { Bench, Measure } from '../harness/measure.ts'
import { restAnswers } from '../workload/bare-answers.ts'
import { cases, startBare, startEmulator } from '../workload/cases.ts'
import { shuffled } from '../workload/order.ts'
import { USERS } from '../workload/world.ts'

/** Installed into a folder for temporary files: neither the package nor its tests need them. */
const versions = ['json-server@0.17.4', 'dynalite@4.0.0', '@stoplight/prism-cli@5.16.0']

/** Work of each side for a read. */
const does: Readonly<Record<string, string>> = {
  'svc-emulator': 'finds the caller and its access, the record, and what decided; keeps the exchange in its journal',
  'json-server': 'finds the record in a JSON file that it holds; no access, no checks',
  dynalite: 'GetItem of DynamoDB: checks the request and its form of signature, finds the item; no access',
  prism: 'checks the request against our OpenAPI document, and answers its example: always one user',
}

/** Makes the next requests of a client: each asks for another user than the one before. */
type Ask = (client: number) => Client['next']

/** Other mocks, each asked for the same 1,000 users in the same order. */
export const bench: Bench = {
  about:
    'CPU of a read over that of the bare server of `requests`, one side after the other in one run: 1,000 users by id, 50 connections.',
  async run({ quick }) {
    const folder = mkdtempSync(join(tmpdir(), 'bench-peers-'))
    writeFileSync(join(folder, 'package.json'), '{ "private": true }')
    execFileSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...versions], { cwd: folder })
    const { ids, ...held } = await restAnswers()
    writeFileSync(join(folder, 'db.json'), JSON.stringify({ users: ids.map((id) => ({ id, ...user })) }))
    writeFileSync(join(folder, 'openapi.json'), execFileSync(process.execPath, ['dist/cli/svc-emulator.js', 'openapi']))
    const ours = (client: number) => cases['GET a user, 1,000 of them']!(client, { ids, ...held })
    const peer = (name: string, ask: Ask, ...args: string[]) => startPeer({ folder, ids, name, args, ask })
    const starts = {
      bare: startBare({ ids, ...held }, ours),
      'svc-emulator': startEmulator('.', ours),
      'json-server': peer('json-server', get(ids, '/users/'), 'db.json', '--quiet', '--host', '127.0.0.1', '--port'),
      dynalite: peer('dynalite', getItem(ids), '--createTableMs', '0', '--port'),
      prism: peer('prism', get(ids, '/users/'), 'mock', 'openapi.json', '--verboseLevel', 'silent', '--port'),
    }
    const rounds = { processes: 1, slices: 7, requests: quick ? 300 : 1_000, warmUp: quick ? 500 : 3_000 }
    const { bare, ...others } = await loadInTurns(starts, rounds)
    return Object.entries(others).map(([name, side]): Measure => {
      const { value, noise } = costRatio(side, bare)
      const detail = `${does[name]}; ± ${(noise * 100).toFixed(1)} %; ${costText(side)}, bare ${costText(bare)}`
      return { what: name === 'svc-emulator' ? name : `peer ${name}`, value, unit: 'x', detail }
    })
  },
}

const user = { alias: 'user', name: 'User', type: 'human', status: 'active', owner_user_id: null }

interface Peer {
  readonly folder: string
  readonly ids: readonly string[]
  /** Its command. */
  readonly name: string
  readonly args: readonly string[]
  readonly ask: Ask
}

function startPeer({ folder, ids, name, args, ask }: Peer): Start {
  return async (): Promise<Side> => {
    const port = await freePort()
    const program = realpathSync(join(folder, 'node_modules/.bin', name))
    const script = new URL('../servers/peer.mjs', import.meta.url)
    const child = await startChild(script, [String(port), program, ...args, String(port)], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    if (name === 'dynalite') await fill(port, ids)
    const driven = clients(CONNECTIONS, ask)
    return { child, load: (requests) => httpLoad(port, driven, requests) }
  }
}

function get(ids: readonly string[], path: string): Ask {
  return (client) => {
    const pick = shuffled(USERS, client)
    return () =>
      `GET ${path}${ids[pick()]!} HTTP/1.1\r\nhost: 127.0.0.1\r\nx-api-key: svc-key-bench-01\r\nconnection: keep-alive\r\n\r\n`
  }
}

/** DynamoDB's GetItem; dynalite looks at the shape of a signature alone. */
function getItem(ids: readonly string[]): Ask {
  return (client) => {
    const pick = shuffled(USERS, client)
    return () => {
      const body = JSON.stringify({ TableName: 'users', Key: { id: { S: ids[pick()]! } } })
      const head = Object.entries(awsHeaders('GetItem')).map(([name, value]) => `${name}: ${value}\r\n`)
      return `POST / HTTP/1.1\r\nhost: 127.0.0.1\r\n${head.join('')}content-length: ${body.length}\r\n\r\n${body}`
    }
  }
}

function awsHeaders(operation: string): Record<string, string> {
  return {
    'content-type': 'application/x-amz-json-1.0',
    'x-amz-target': `DynamoDB_20120810.${operation}`,
    'x-amz-date': '20260101T000000Z',
    authorization:
      'AWS4-HMAC-SHA256 Credential=a/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0',
  }
}

/** Creates the table of users, and its items. */
async function fill(port: number, ids: readonly string[]): Promise<void> {
  const call = async (operation: string, body: object): Promise<void> => {
    const init = { method: 'POST', headers: awsHeaders(operation), body: JSON.stringify(body) }
    const answer = await fetch(`http://127.0.0.1:${port}/`, init)
    if (!answer.ok) throw new Error(`dynalite answered ${operation} with ${answer.status}: ${await answer.text()}`)
  }
  await call('CreateTable', {
    TableName: 'users',
    AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
    KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
    BillingMode: 'PAY_PER_REQUEST',
  })
  await new Promise((resolve) => setTimeout(resolve, 500))
  for (const id of ids)
    await call('PutItem', {
      TableName: 'users',
      Item: { id: { S: id }, alias: { S: 'user' }, name: { S: 'User' }, type: { S: 'human' }, status: { S: 'active' } },
    })
}
