import { beforeAll, describe, expect, it } from 'vitest'
import { Validator } from '@seriousme/openapi-schema-validator'
import { catalog } from '../../service/catalog.ts'
import { openApi, openRpc } from '../documents.ts'
import type { FactsDocument } from '../facts/facts.ts'

// oxlint-disable-next-line typescript/no-explicit-any
type Any = any
const seen = { on: '2026-11-23', exchange: 'GET /users/nobody -> 410' } as const
const facts: FactsDocument = {
  facts: 1,
  observations: [
    { assumption: 'A-7', setting: 'statuses.user_not_found', observed: 410, ...seen },
    { assumption: 'A-46', observed: 'as assumed', ...seen },
    { assumption: 'A-29', setting: 'default_limit', observed: 20, ...seen },
    { assumption: 'A-17', about: 'field user.tier', observed: 'present', assumed: 'absent', ...seen },
  ],
}
let api: Any
let rpc: Any
beforeAll(() => {
  api = openApi(catalog, undefined, facts)
  rpc = openRpc(catalog, undefined, facts)
})

describe('a document with facts', () => {
  it('says `x-observed` in place of `x-assumed`, with the date and the known differences', () => {
    const { post } = api.paths['/users']
    expect(post['x-observed']).toEqual({
      'A-17': { on: '2026-11-23', differs: ['field user.tier: observed present, assumed absent'] },
    })
    expect(post['x-assumed']).not.toContain('A-17')
    const { get } = api.paths['/orgs/{org_id}/limits']
    expect(get['x-assumed']).toContain('A-16')
    // A-46 became part of A-398.
    expect(get['x-observed']).toEqual({ 'A-398': { on: '2026-11-23' } })
  })

  it('has the statuses and the limits that were seen', () => {
    const { responses } = api.paths['/users/{user_id}'].get
    expect(Object.keys(responses)).toContain('410')
    expect(Object.keys(responses)).not.toContain('404')
    expect(api.components.responses.UserNotFound['x-observed']).toEqual({
      'A-7': { on: '2026-11-23' },
    })
    expect(api.components.responses.UserNotFound).not.toHaveProperty('x-assumed')
    const list = rpc.methods.find(({ name }: { name: string }) => name === 'workflow.list_session_events')
    const { schema } = list.params.find(({ name }: { name: string }) => name === 'limit')
    expect(schema).toMatchObject({ default: 20, maximum: 200, 'x-observed': { 'A-29': { on: '2026-11-23' } } })
    expect(schema).not.toHaveProperty('x-assumed-values')
  })

  it('has no default above the maximum that was seen', () => {
    const observations = [{ assumption: 'A-29' as const, setting: 'maximum_limit', observed: 30, ...seen }]
    const { methods } = openRpc(catalog, undefined, { facts: 1, observations }) as Any
    const list = methods.find(({ name }: { name: string }) => name === 'workflow.list_session_events')
    const { schema } = list.params.find(({ name }: { name: string }) => name === 'limit')
    expect(schema).toMatchObject({ default: 30, maximum: 30 })
  })

  it('tells of each assumption when it was observed', () => {
    for (const texts of [api['x-assumptions'], rpc['x-assumptions']]) {
      expect(texts['A-29']).toMatch(/ \(Observed on 2026-11-23\.\)$/)
      expect(texts['A-16']).not.toContain('Observed')
    }
  })

  it('is valid', async () => {
    const result = await new Validator().validate(structuredClone(api))
    expect(result.errors).toBeUndefined()
  })
})
