import * as v from 'valibot'
import { control } from './definition.ts'
import { worldAt, worldShape } from './create-world.ts'

export const listWorlds = control({
  method: 'GET',
  path: '/worlds',
  name: 'list_worlds',
  summary: 'The worlds beside the main one.',
  returns: v.strictObject({ worlds: v.array(worldShape) }),
  handle: ({ site, origin }) => ({ worlds: Array.from(site.worlds(), ([id]) => worldAt(origin, id)) }),
})
