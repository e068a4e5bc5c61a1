/** A moment that is compared, as the control API names it; undefined for the world as it is now. */
export type Moment =
  | { readonly snapshot: string }
  | { readonly world: string }
  | { readonly entry: number; readonly when: 'before' | 'after' }
  | undefined

/** Reads a moment from an address: `snapshot:here`, `world:w1`, `before:3`, `after:3`; anything else is now. */
export function parseMoment(text: string | undefined): Moment {
  const [, kind, name = ''] = /^(snapshot|world|before|after):(.+)$/.exec(text ?? '') ?? []
  if (kind === 'snapshot') return { snapshot: name }
  if (kind === 'world') return { world: name }
  return kind === 'before' || kind === 'after' ? { entry: Number(name), when: kind } : undefined
}

/** Names a moment for people: `before entry 3`. */
export function describeMoment(text: string): string {
  const moment = parseMoment(text)
  if (moment === undefined) return 'now'
  if ('snapshot' in moment) return `snapshot ${moment.snapshot}`
  return 'world' in moment ? `world ${moment.world}` : `${moment.when} entry ${moment.entry}`
}
