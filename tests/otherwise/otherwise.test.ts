import { describe, expect, it } from 'vitest'
import { alternatives } from '../../emulator/contract/assumptions.ts'
import { createEmulator } from '../../emulator/index.ts'
import { arrange, askAll } from './ask.ts'
import { tellers } from './tellers.ts'

async function answersOf(id: string | undefined): Promise<unknown[]> {
  const asks = tellers[id ?? '']!
  return ask(asks, id)
}

async function ask(asks: (typeof tellers)[string], id: string | undefined) {
  const isLarge = asks.some(({ ask: line }) => line.includes('/orgs/big/'))
  const emulator = createEmulator({
    fixtures: isLarge ? ['large'] : ['starter'],
    ...(id !== undefined && { settings: { otherwise: [id] } }),
  })
  const known = isLarge ? {} : arrange(emulator)
  return askAll(emulator, asks, known)
}

describe('an alternative', () => {
  it('has requests that tell it, each', () => {
    expect(Object.keys(tellers).toSorted()).toEqual(alternatives.map(({ id }) => id).toSorted())
    expect(Object.entries(tellers).filter(([, asks]) => asks.length > 3)).toEqual([])
  })

  it.each(alternatives.map(({ id, says }) => [id, says]))('%s is told from what we assume: %s', async (id) => {
    const asks = tellers[id]!
    const original = await ask(asks, undefined)
    expect(await answersOf(id)).not.toEqual(original)
    // The request before the last may differ, too; nothing differs twice.
    expect(await ask(asks, undefined)).toEqual(original)
  })
})
