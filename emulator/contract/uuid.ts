/** The canonical lowercase pattern (`identifiers.uuid.canonical-lowercase`): any other string is an alias. */
export const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'

export const uuidPattern: RegExp = new RegExp(`^${UUID}$`)

export function isUuid(value: string): boolean {
  return uuidPattern.test(value)
}
