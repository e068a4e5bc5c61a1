import * as v from 'valibot'

export const whenSchema = v.pipe(
  v.picklist(['before', 'after']),
  v.description('Before the entry, or after it (default).'),
)

/** Query parameters for the state at an entry of the journal. */
export const momentQuery = {
  at: v.optional(
    v.pipe(v.string(), v.description('Number of an entry of the journal: the state as it was there. Default: now.')),
  ),
  when: v.optional(whenSchema),
}
