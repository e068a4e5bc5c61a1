import * as v from 'valibot'
import { unchecked, type AgentWorld } from '../agent-world.ts'
import { lastEntry, lineText, readEntries } from '../entries.ts'
import { fitItems } from '../answer.ts'
import { common, findChoice, option, text } from '../input.ts'
import { tool } from '../tool.ts'

/** Reads and moves world time. */
export const clock = tool({
  name: 'clock',
  about: 'World time: stands still until it is moved; what is due on the way happens in order. `{}` reads it.',
  input: {
    advance: option(v.union([text, v.number()]), '`1h30m`, `300ms`, or milliseconds'),
    set: option(text, 'ISO 8601 time with its zone, not before now'),
    ...common,
  },
  oneOf: ['advance', 'set'],
  examples: [{ advance: '1h' }, { set: '2026-01-01T12:00:00Z' }],
  async run(input, { world, limit }) {
    const choice = findChoice(input, ['advance', 'set'])
    if (choice === undefined) return world.control('GET /clock')
    const before = await lastEntry(world)
    const moved = await world.control('POST /clock', { body: unchecked({ [choice.name]: choice.value }) })
    return { ...moved, ...(before !== undefined && (await workSince(world, before, limit))) }
  },
})

/** Work that fell due after an entry of the journal: `next` is the `after` with which `explain` lists the rest. */
async function workSince(world: AgentWorld, after: number, limit: number): Promise<object> {
  const { entries } = await readEntries(world, { after, via: 'time' })
  const { shown, left } = fitItems(entries.map(lineText), limit)
  return { fell_due: shown, ...(left > 0 && { left, next: entries[shown.length - 1]!.number }) }
}
