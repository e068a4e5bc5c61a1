/** Results remembered at a time, by one function. */
const MOST = 8_192

/**
 * Remembers what was made of immutable objects, while they live and as long as there are not too many: records are answered
 * again and again, and what is made of one does not change.
 */
export function once<K extends object, V>(make: (key: K) => V): (key: K) => V {
  let made = new WeakMap<K, V>()
  let kept = 0
  return (key) => {
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
}

/** What is answered of a record that is not answered as it is stored; depends on the record alone. */
export function viewOnce<R extends object, V extends object>(view: (record: R) => V): (record: R) => V {
  return once((record) => Object.freeze(view(record)))
}
