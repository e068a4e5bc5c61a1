import * as v from 'valibot'
import { control, ControlError } from './definition.ts'

export const deleteWorld = control({
  method: 'DELETE',
  path: '/worlds/:id',
  name: 'delete_world',
  summary: 'Deletes a world and closes its sockets.',
  returns: v.strictObject({ deleted: v.string() }),
  errors: ['world_not_found'],
  handle({ site, params }) {
    if (site.delete(params.id)) return { deleted: params.id }
    throw new ControlError('world_not_found', `There is no world '${params.id}' on this server.`)
  },
})
