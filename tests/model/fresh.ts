import { isUuid, tableNames, type Fields, type State } from './reference.ts'

/** Random values of the service, taken from its answer and checked. */
export interface Fresh {
  id(field: string): string
  secret(field: string): string
}

export function randomlyMade(state: State, real: Fields): Fresh {
  const take = (field: string, name: string): string => {
    const value = (real[field] as Fields | undefined)?.[name]
    return typeof value === 'string' ? value : `the answer has no ${field}.${name}`
  }
  return {
    id(field) {
      const id = take(field, 'id')
      const known = tableNames.some((table) => state.tables[table].some((row) => row.id === id))
      return isUuid(id) && !known ? id : `${id} is no UUID, or was given before`
    },
    secret(field) {
      const secret = take(field, 'key')
      return state.tables.api_keys.some(({ key }) => key === secret) ? `${secret} was given before` : secret
    },
  }
}
