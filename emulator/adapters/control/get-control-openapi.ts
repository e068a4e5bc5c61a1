import { control } from './definition.ts'

export const getControlOpenApi = control({
  method: 'GET',
  path: '/control.openapi.json',
  name: 'get_control_openapi',
  summary: 'The OpenAPI 3.1 document of this control API.',
  async handle({ origin, prefix }) {
    const [{ controlOpenApi }, { controlCalls }] = await Promise.all([
      import('./control-openapi.ts'),
      import('./calls.ts'),
    ])
    return controlOpenApi(controlCalls, `${origin}${prefix}/__emulator`)
  },
})
