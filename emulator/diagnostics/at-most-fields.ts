import type * as v from 'valibot'

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
