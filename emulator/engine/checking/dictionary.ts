import * as v from 'valibot'
import { isObject } from './is-object.ts'

/** Names that `v.record` leaves out, unchecked. */
const leftOut = ['__proto__', 'constructor', 'prototype']

type KeySchema = v.GenericSchema<string, string>

/** `v.record` for names that users choose: every name is data. JSON Schema and type are those of `v.record`. */
export function dictionary<const K extends KeySchema, const V extends v.GenericSchema>(
  key: K,
  value: V,
): v.RecordSchema<K, V, undefined> {
  const record = v.record(key, value)
  return {
    ...record,
    '~run'(dataset, config) {
      const input = dataset.value
      const checked = record['~run'](dataset, config) as v.OutputDataset<Record<string, unknown>, v.BaseIssue<unknown>>
      if (!isObject(input)) return checked as never
      for (const name of leftOut.filter((each) => Object.hasOwn(input, each))) addEntry(checked, input, name, config)
      return checked as never
    },
  }

  function addEntry(
    checked: v.OutputDataset<Record<string, unknown>, v.BaseIssue<unknown>>,
    input: Readonly<Record<string, unknown>>,
    name: string,
    config: v.Config<v.BaseIssue<unknown>>,
  ): void {
    const [named, entry] = [key['~run']({ value: name }, config), value['~run']({ value: input[name] }, config)]
    const at = (origin: 'key' | 'value') => ({ type: 'object' as const, origin, input, key: name, value: input[name] })
    const issues = [
      ...(named.issues ?? []).map((issue) => ({ ...issue, path: [at('key')] })),
      ...(entry.issues ?? []).map((issue) => ({ ...issue, path: [at('value'), ...(issue.path ?? [])] })),
    ]
    if (issues.length > 0) Object.assign(checked, { typed: false, issues: [...(checked.issues ?? []), ...issues] })
    else if (isObject(checked.value)) Object.defineProperty(checked.value, name, ownValue(entry.value))
  }
}

const ownValue = (value: unknown) => ({ value, enumerable: true, writable: true, configurable: true })
