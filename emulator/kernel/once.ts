/** Results remembered at a time, by one function. */
const MOST = 8_192

/** A function that remembers what it made of an object. */
export interface Once<K extends object, V> {
  (key: K): V
  /** What it remembers of an object. */
  known(key: K): V | undefined
}

/**
 * Remembers what was made of immutable objects, while they live and as long as there are not too many: records are answered
 * again and again, and what is made of one does not change.
 */
export function once<K extends object, V>(make: (key: K) => V): Once<K, V> {
  let made = new WeakMap<K, V>()
  let kept = 0
  const remembering = (key: K): V => {
    let value = made.get(key)
    if (value === undefined) {
      value = make(key)
      if (++kept > MOST) {
        made = new WeakMap()
        kept = 1
      }
      made.set(key, value)
    }
    return value
  }
  return Object.assign(remembering, { known: (key: K) => made.get(key) })
}

/** How a record is answered that is not answered as it is stored. */
export interface View<R extends object, V extends object> {
  /** For records that are read again and again: made once, and frozen. */
  (record: R): V
  /** For one that was just written: remembering each would cost more than making it. */
  anew(record: R): V
}

/** `view` depends on the record alone. */
export function viewOnce<R extends object, V extends object>(view: (record: R) => V): View<R, V> {
  return Object.assign(once((record: R) => Object.freeze(view(record))), { anew: view })
}
