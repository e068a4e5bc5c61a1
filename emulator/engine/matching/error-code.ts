import * as v from 'valibot'
import { errors, type ErrorCode } from '../../contract/errors.ts'
import { described } from './schema-common.ts'

export const errorCodes = Object.keys(errors) as ErrorCode[]
interface ErrorCodeSchema extends v.GenericSchema<ErrorCode> {}

export const errorCode: ErrorCodeSchema = described(
  v.picklist(errorCodes),
  'An error code of the API.',
  'internal_error',
)
