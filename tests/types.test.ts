import { expectTypeOf, test } from 'vitest'
import type { test as emulatorTest } from '../emulator/adapters/testing/vitest.ts'
import type {
  ArrangedWorld,
  CommandName,
  Emulator,
  EmulatorOptions,
  EndpointName,
  JournalMatch,
  SettingsInput,
  TriggerInput,
} from '../emulator/index.ts'
import type { Received } from '../emulator/adapters/testing/matchers.ts'

type Inserted<T extends keyof ArrangedWorld> = ArrangedWorld[T] extends { insert(input: infer Input): unknown }
  ? Input
  : never

// A typo in a name must not compile.
test('records of tables have the fields of their table, and the short forms of references', () => {
  const insert = (world: ArrangedWorld): void => {
    world.orgs.insert({ alias: 'new-org', visibility: 'public' })
    world.blobs.insert({ alias: 'new', org: 'acme', type: 'text' })
    world.blobs.update('weights', { org_id: 'ada-lab' })
    // @ts-expect-error: visibilty
    world.orgs.insert({ alias: 'new-org', visibilty: 'public' })
    // @ts-expect-error: no such visibility
    world.orgs.insert({ alias: 'new-org', visibility: 'secret' })
    // @ts-expect-error: an org has none
    world.orgs.update('acme', { org: 'acme' })
    // @ts-expect-error: no such table
    world.orgz.insert({ alias: 'new-org' })
    // @ts-expect-error: no such field
    world.users.list({ aliass: 'ada' })
  }
  expectTypeOf(insert).toBeFunction()
  expectTypeOf<Inserted<'orgs'>>().not.toBeAny()
})

test('options and settings have their names', () => {
  expectTypeOf<{
    unspecified: 'warn'
    limits: { orgs_per_user: 1 }
    statuses: { invalid_cursor: 422 }
  }>().toExtend<SettingsInput>()
  const wrong = (): (SettingsInput | EmulatorOptions)[] => [
    // @ts-expect-error: unspecifed
    { settings: { unspecifed: 'warn' } } satisfies EmulatorOptions,
    // @ts-expect-error: orgs_per_users
    { limits: { orgs_per_users: 1 } } satisfies SettingsInput,
    // @ts-expect-error: invalid_cursr
    { statuses: { invalid_cursr: 422 } } satisfies SettingsInput,
    // @ts-expect-error: the specification states it (A-71)
    { statuses: { forbidden: 401 } } satisfies SettingsInput,
  ]
  expectTypeOf(wrong).toBeFunction()
})

test('endpoints and commands are those of the API, as patterns and as sent', () => {
  expectTypeOf<
    | 'GET /users/me'
    | 'GET /users/:id'
    | 'GET /blobs/:org/weights/revisions'
    | 'POST /workflow/list_sessions'
    | 'GET'
    | '*'
    | '* /users/me'
  >().toExtend<EndpointName>()
  expectTypeOf<'HEAD /users/me' | 'GET /v1/users/me'>().toExtend<NonNullable<JournalMatch['endpoint']>>()
  expectTypeOf<'workflow.list_sessions' | 'workflow.*' | '*'>().toExtend<CommandName>()
  expectTypeOf<string>().not.toExtend<EndpointName>()
  expectTypeOf<'GET /user/me'>().not.toExtend<EndpointName>()
  expectTypeOf<'DELETE /api-key/:id'>().not.toExtend<NonNullable<JournalMatch['endpoint']>>()
  expectTypeOf<'PUT /users/me'>().not.toExtend<EndpointName>()
  expectTypeOf<'workflow.list_sesions'>().not.toExtend<CommandName>()
  expectTypeOf<{ when: { endpoint: 'GET /usres/me' }; do: { drop: true } }>().not.toExtend<TriggerInput>()
  expectTypeOf<'DELETE /api-key/:id'>().not.toExtend<Received>()
  expectTypeOf<'workflow.list_sessions' | 'GET /users/me'>().toExtend<Received>()
})

test('matches and triggers have the codes and statements of the contract', () => {
  expectTypeOf<{
    error: 'user_not_found'
    clause: 'users.get.answers-user'
    assumption: 'A-7'
  }>().toExtend<JournalMatch>()
  expectTypeOf<{ error: 'user_not_fond' }>().not.toExtend<JournalMatch>()
  expectTypeOf<{ clause: 'users.get.answer-user' }>().not.toExtend<JournalMatch>()
  expectTypeOf<{ assumption: 'A-999' }>().not.toExtend<JournalMatch>()
  expectTypeOf<{ when: { endpoint: '*' }; do: { fail: { error: 'forbidden' } } }>().toExtend<TriggerInput>()
  expectTypeOf<{ when: { endpoint: '*' }; do: { fail: { error: 'forbiden' } } }>().not.toExtend<TriggerInput>()
  expectTypeOf<{ when: { endpoint: '*' }; do: { dorp: true } }>().not.toExtend<TriggerInput>()
  expectTypeOf<Parameters<Emulator['verify']>[0]>().toEqualTypeOf<JournalMatch>()
})

test('a misspelt choice of a test does not compile, and own fixtures do', () => {
  const extensions = (base: typeof emulatorTest): void => {
    base.extend({ scenario: 'flaky-identity' })('a', ({ api }) => void api.baseUrl)
    base.extend({ apiUrl: 'https://api.example.com/v1', failOnEscape: false })('b', ({ api }) => void api.baseUrl)
    const own = base.extend({ scenarios: ['a'], myFixture: 'a' })
    own('c', ({ myFixture, scenarios, emulator }) => void [myFixture.length, scenarios.length, emulator.clock])
    const app = base.extend<{ app: string }>({ app: async ({ api }, use) => use(api.baseUrl) })
    app('c', (context) => void context.app.length)
    base.extend('app', ({ api }) => api.baseUrl)('c', (context) => void context.app.length)
    base.extend<{ todos: string[] }>({ todos: [] })('d', ({ todos }) => void todos.length)
    // @ts-expect-error: scenaro
    base.extend({ scenaro: 'flaky-identity' })('e', () => {})
    // @ts-expect-error: apiURL
    base.extend({ apiURL: 'https://api.example.com/v1' })('f', () => {})
    // @ts-expect-error: emulatorOption
    base.extend({ emulatorOption: { seed: 1 } })('g', () => {})
    // @ts-expect-error: failOnEscpe, beside another
    base.extend({ transport: 'msw', failOnEscpe: false })('h', () => {})
  }
  expectTypeOf(extensions).toBeFunction()
})
