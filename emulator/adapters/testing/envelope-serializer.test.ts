import { describe } from 'vitest'
import type { Emulator } from '../../index.ts'
import { expect, test } from './vitest.ts'

async function post(emulator: Emulator, path: string, json: unknown): Promise<unknown> {
  const headers = { 'x-api-key': 'svc-key-ada-admin', 'content-type': 'application/json' }
  return (
    await emulator.fetch(`http://emulator/v1${path}`, { method: 'POST', headers, body: JSON.stringify(json) })
  ).json()
}

describe('snapshots of envelopes', () => {
  test('name ids, times and secrets', async ({ emulator }) => {
    expect(await post(emulator, '/api-keys/target/org/acme', { role: 'read' })).toMatchInlineSnapshot(`
      {
        "api_key": {
          "created_at": "<time 1>",
          "created_by_user_id": "00000000-0000-4000-8000-0000000000a1",
          "description": null,
          "id": "<id 1>",
          "key": "<secret>",
          "key_prefix": "<prefix>",
          "role": "read",
          "target": "org",
          "target_id": "00000000-0000-4000-8000-0000000000c1",
          "target_target_id": "org#00000000-0000-4000-8000-0000000000c1",
          "user_id": "00000000-0000-4000-8000-0000000000a1",
        },
        "status": "success",
      }
    `)
  })

  test('name the same id the same way', async ({ emulator }) => {
    expect(await post(emulator, '/blobs/acme', { alias: 'fresh', type: 'text' })).toMatchInlineSnapshot(`
      {
        "blob": {
          "alias": "fresh",
          "condition": "creating",
          "created_at": "<time 1>",
          "id": "<id 1>",
          "name": "fresh",
          "org_id": "00000000-0000-4000-8000-0000000000c1",
          "type": "text",
          "visibility": "private",
        },
        "operation": {
          "created_at": "<time 1>",
          "error": null,
          "finished_at": null,
          "id": "<id 2>",
          "kind": "create_blob",
          "status": "running",
          "target": "blob",
          "target_id": "<id 1>",
        },
        "status": "success",
      }
    `)
  })

  test('do not depend on what happened before', async ({ emulator }) => {
    const other = emulator.fork({ seed: 99 })
    await post(other, '/orgs', { name: 'Before', alias: 'before' })
    const [here, there] = [
      await post(emulator, '/orgs', { name: 'Mine', alias: 'mine' }),
      await post(other, '/orgs', { name: 'Mine', alias: 'mine' }),
    ]
    expect(here).not.toEqual(there)
    expect(here).toMatchInlineSnapshot(`
      {
        "org": {
          "alias": "mine",
          "created_at": "<time 1>",
          "id": "<id 1>",
          "name": "Mine",
          "visibility": "private",
        },
        "status": "success",
      }
    `)
    expect(there).toMatchInlineSnapshot(`
      {
        "org": {
          "alias": "mine",
          "created_at": "<time 1>",
          "id": "<id 1>",
          "name": "Mine",
          "visibility": "private",
        },
        "status": "success",
      }
    `)
  })

  test('leave out the prose of a failure', async ({ emulator }) => {
    expect(await post(emulator, '/orgs', { name: 'Acme', alias: 'acme' })).toMatchInlineSnapshot(`
      {
        "error": "alias_taken",
        "message": "<prose>",
        "status": "failure",
      }
    `)
  })

  test('hide cursors, and keep keys that are no secrets', async ({ emulator }) => {
    expect(await post(emulator, '/workflow/list_session_objects', { session_id: 'run-01', limit: 1 }))
      .toMatchInlineSnapshot(`
      {
        "cursor": "<cursor>",
        "objects": [
          {
            "created_at": "<time 1>",
            "id": "<id 1>",
            "key": "object-001",
            "session_id": "<id 2>",
            "value": {
              "size": 1,
            },
          },
        ],
        "status": "success",
      }
    `)
  })

  test('leave other values alone', () => {
    expect({ status: 'succeeded', id: '11111111-1111-4111-8111-111111111111' }).toMatchInlineSnapshot(`
      {
        "id": "11111111-1111-4111-8111-111111111111",
        "status": "succeeded",
      }
    `)
  })
})
