import { control, Raw } from './definition.ts'

export const showInspector = control({
  method: 'GET',
  path: '/',
  name: 'show_inspector',
  summary: 'The inspector: a page to look at the world, the journal, the clock, the triggers and the coverage.',
  type: 'text/html',
  open: true,
  async handle() {
    const { page, pageHeaders } = await import('./inspector/page.ts')
    return new Raw({ status: 200, headers: pageHeaders, body: page })
  },
})
