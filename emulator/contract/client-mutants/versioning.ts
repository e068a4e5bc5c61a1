import { mutant, text, type ClientMutantRows } from '../client-mutation.ts'

export const clientVersioningMutants: ClientMutantRows = {
  'client.default-api-url-has-v1': [mutant('leaves /v1 out', text(['127\\.0\\.0\\.1:4010/v1', '127.0.0.1:4010']))],
}
