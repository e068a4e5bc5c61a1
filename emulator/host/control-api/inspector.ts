import { call } from './call.ts'

export const showInspector = call({
  method: 'GET',
  path: '/',
  name: 'show_inspector',
  summary: 'The inspector: a page to look at a run, to try requests and to change the world.',
  type: 'text/html',
  open: true,
  errors: ['inspector_not_served'],
})
