import { expectTypeOf, test } from 'vitest'
import type { Scenario } from '../../scenario/index.ts'
import type { RunStep, Step } from '../../scenario/schema-steps.ts'

type World = NonNullable<Scenario['world']>

// Schemas have named types, which would hide a type that became wider.
test('the type of a scenario holds its fields, tables, clauses and steps', () => {
  expectTypeOf<Pick<Scenario, 'scenario' | 'name' | 'about'>>().toEqualTypeOf<{
    scenario: 1
    name: string
    about?: string | undefined
  }>()
  expectTypeOf<'envelope.status-on-every-response'>().toExtend<NonNullable<Scenario['clauses']>[number]>()
  expectTypeOf<'envelope.no-such'>().not.toExtend<NonNullable<Scenario['clauses']>[number]>()
  expectTypeOf<keyof NonNullable<World['records']>>()
    .extract<'users' | 'revisions' | 'pending' | 'revision_numbers' | 'user'>()
    .toEqualTypeOf<'users' | 'revisions'>()
  expectTypeOf<NonNullable<Scenario['triggers']>[number]['do']>()
    .extract<{ delay: unknown }>()
    .toEqualTypeOf<{ delay: string | number }>()
  expectTypeOf<{ http: 'GET /users/me'; expect: { error: 'forbidden' } }>().toExtend<Step>()
  expectTypeOf<{ http: 'GET /users/me'; expect: { error: 'forbiden' } }>().not.toExtend<Step>()
  expectTypeOf<{ change: { insert: { orgs: { alias: 'x' } } } }>().toExtend<Step>()
  expectTypeOf<{ change: { insert: { orgs: 1 } } }>().not.toExtend<Step>()
  expectTypeOf<NonNullable<RunStep['files']>[string]>().not.toBeAny()
})
