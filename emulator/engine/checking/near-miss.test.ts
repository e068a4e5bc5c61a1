import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { didYouMean, nearest, nearestWithoutEngine } from './near-miss.ts'

const fields = ['id', 'name', 'alias', 'visibility', 'org_id', 'created_at', 'enabled_blob_types']

describe('nearest', () => {
  it.each([
    ['visibilty', 'visibility'],
    ['vsiibility', 'visibility'],
    ['nmae', 'name'],
    ['alais', 'alias'],
    ['orgId', 'org_id'],
    ['org-id', 'org_id'],
    ['NAME', 'name'],
    ['visib', 'visibility'],
    ['di', 'id'],
    ['createdAt', 'created_at'],
  ])('%s is taken for %s', (word, meant) => {
    expect(nearest(word, fields)).toBe(meant)
  })

  it.each(['', 'x', 'xy', 'weather', 'frequency', 'zzzzzzzzzz'])('%s is near nothing', (word) => {
    expect(nearest(word, fields)).toBeUndefined()
  })

  it('prefers the nearer of two and never offers the word itself', () => {
    expect(nearest('sessions', ['sessions', 'session'])).toBe('session')
    expect(nearest('orgss', ['org', 'orgs'])).toBe('orgs')
  })

  it('does not guess between two continuations of one start', () => {
    expect(nearest('workflow', ['workflow.list_sessions', 'workflow.list_executions'])).toBeUndefined()
  })

  it('spends no time on words longer than any name', () => {
    expect(nearest('a'.repeat(1_000_000), ['a'.repeat(999_999)])).toBeUndefined()
  })

  it('finds any name of five letters or more with two neighbours swapped', () => {
    const name = fc.constantFrom('alias', 'visibility', 'description', 'definition_id')
    fc.assert(
      fc.property(name, fc.nat(), (word, seed) => {
        const place = seed % (word.length - 1)
        const slip = word.slice(0, place) + word[place + 1] + word[place] + word.slice(place + 2)
        fc.pre(slip !== word)
        expect(nearest(slip, ['alias', 'visibility', 'description', 'definition_id'])).toBe(word)
      }),
    )
  })
})

it('didYouMean says nothing when nothing is near', () => {
  expect(didYouMean('visibilty', fields)).toBe(", did you mean 'visibility'?")
  expect(didYouMean('frequency', fields)).toBe('')
})

it('finds a command whose engine is left out', () => {
  const commands = ['workflow.get_session', 'workflow.list_sessions', 'scheduler.list_schedules']
  expect(
    ['list_session', 'list_sessions', 'list_schedule', 'frequency'].map((word) => nearestWithoutEngine(word, commands)),
  ).toEqual(['workflow.list_sessions', 'workflow.list_sessions', 'scheduler.list_schedules', undefined])
})
