import * as v from 'valibot'

/** A name is a key and never a path, but it stands in addresses. */
export const snapshotName = v.pipe(v.string(), v.regex(/^[\w][\w.-]{0,99}$/, 'expected 1 to 100 letters, digits, `_`, `.` or `-`, not starting with `.` or `-`'))
