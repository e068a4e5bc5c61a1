/** Files that `svc-emulator init` writes. */
import { executable } from '../../emulator/scenario/held-files.ts'

export const SCENARIO = 'first-scenario.yaml'

/** Scenario of `init`. `schemaLine` tells editors where the JSON Schema is. */
export function starterScenario(schemaLine: string): string {
  return `# ${schemaLine}\n${executable !== undefined ? scenario.replaceAll('npx ', '') : scenario}`
}

export function starterTest(): string {
  return test
}

const scenario = `#
# A scenario is a world, what goes wrong in it, and the steps that show it. Your editor completes and explains every field.
#
#   npx svc-emulator validate ${SCENARIO}     prints each mistake: line, column and what was probably meant
#   npx svc-emulator replay ${SCENARIO}       plays the steps and prints what differs
#   npx svc-emulator start ${SCENARIO}        serves its world, with the faults below
scenario: 1
name: first-scenario
about: A commit that failed is reset, while the service answers slowly and fails now and then.

# Records at the start. The fixture \`starter\` brings the users ada and ben, the organization acme and their keys
# (\`npx svc-emulator start\` prints them).
world:
  fixtures: [starter]
  records:
    blobs:
      # A record names others by alias or id. What it leaves out is derived.
      - { alias: report, org: acme, type: text, visibility: private }
    revisions:
      - { id: 00000000-0000-4000-8000-00000000f001, blob: report, phase: draft, status: failed, failed_operation: commit }

# Faults, and the requests that meet them. Further ones: drop, lose_response, truncate, slow, and for sockets close, abort, hold.
triggers:
  - when: { endpoint: 'GET /revisions/:id', nth: 1 }
    do: { delay: 50ms }
  - when: { endpoint: 'GET /revisions/:id', nth: 2 }
    do: { fail: { error: internal_error } }

# Credentials of all steps that name no others: the secret of an API key, { bearer: token }, or none.
as: svc-key-ada-admin
steps:
  - name: the commit failed
    http: GET /revisions/00000000-0000-4000-8000-00000000f001
    # An object needs only the fields that are named. \`is\`, \`matches\`, \`length\`, \`contains\`, \`only\` and \`exactly\` sharpen it.
    expect: { status: 200, body: { revision: { status: failed, failed_operation: commit, id: { is: uuid } } } }
    # A variable for later steps.
    save: { revision: body.revision.id }

  - name: the service fails once
    http: 'GET /revisions/\${revision}'
    expect: { status: 500, error: internal_error }

  - name: a reader may not reset it
    http: 'POST /revisions/\${revision}/reset'
    as: svc-key-ada-read
    expect: { status: 403, error: forbidden }

  - http: 'POST /revisions/\${revision}/reset'
    as: svc-key-ada-admin

  - name: the realtime API is asked in the same way
    call: workflow.list_sessions
    params: { org_id: acme }
    expect: { result: { sessions: { length: 10 } } }
`

const test = `import { join } from 'node:path'
import { replay } from 'svc-emulator/scenario'
import { expect, test } from 'svc-emulator/vitest'

const scenario = join(import.meta.dirname, '${SCENARIO}')

test('the scenario holds', async () => {
  const { steps, problems } = await replay(scenario)
  expect([...steps.flatMap(({ title, reasons }) => reasons.map((reason) => \`\${title}: \${reason}\`)), ...problems]).toEqual([])
})

// Each test gets an emulator with a world of its own. Hand \`emulator.fetch\` to your client, or take the fixture \`api\`, whose
// \`baseUrl\` is an address on this machine.
const within = test.extend({ scenario })

within('a client meets the faults of the scenario', async ({ emulator }) => {
  const get = () => emulator.fetch('http://svc.test/v1/revisions/00000000-0000-4000-8000-00000000f001', { headers: { 'x-api-key': 'svc-key-ada-admin' } })
  const answers = [await get(), await get(), await get()]
  expect(answers.map(({ status }) => status)).toEqual([200, 500, 200])
  expect(emulator).toHaveReceived({ endpoint: 'GET /revisions/:id' }, { times: 3 })
})
`
