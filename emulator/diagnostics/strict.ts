import * as v from 'valibot'

/**
 * `v.strictObject`, which alone would take an array for an object without fields and let `[]` pass.
 * The JSON Schema and the inferred type are those of `v.strictObject`.
 */
export function fields<const Entries extends v.ObjectEntries>(entries: Entries): v.StrictObjectSchema<Entries, undefined> {
  return noArray(v.strictObject(entries))
}

/** An object schema of valibot that refuses arrays. */
export function noArray<S extends v.GenericSchema>(schema: S): S {
  const run = schema['~run']
  return {
    ...schema,
    '~run'(dataset: Parameters<S['~run']>[0], config: Parameters<S['~run']>[1]) {
      if (!Array.isArray(dataset.value)) return run.call(this, dataset, config)
      const refused = run.call(this, { value: null }, config)
      for (const issue of refused.issues ?? []) Object.assign(issue, { input: dataset.value, received: 'Array' })
      return refused
    },
  }
}

/** An object schema of valibot that refuses what has more than `max` fields, before it looks at one of them. */
export function atMostFields<S extends v.GenericSchema>(max: number, schema: S): S {
  const run = schema['~run']
  return {
    ...schema,
    '~run'(dataset: Parameters<S['~run']>[0], config: Parameters<S['~run']>[1]) {
      const count = typeof dataset.value === 'object' && dataset.value !== null ? Object.keys(dataset.value).length : 0
      if (count <= max) return run.call(this, dataset, config)
      const message = `${count.toLocaleString('en')} fields, where at most ${max.toLocaleString('en')} are taken`
      const issue: v.BaseIssue<unknown> = { kind: 'validation', type: 'max_entries', input: dataset.value, expected: `<=${max}`, received: String(count), message }
      return { value: dataset.value, typed: false, issues: [issue] } as unknown as ReturnType<S['~run']>
    },
  }
}
