/** The fields of an object that are not undefined. */
type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

/** Copies the fields that are not undefined, for functions whose parameters have defaults. */
export function given<T extends object>(fields: T): Given<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Given<T>
}
