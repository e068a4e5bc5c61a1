import schema from '../../../scenarios/scenario.schema.json' with { type: 'json' }

/** The JSON Schema (2020-12) of scenarios. */
export const scenarioSchema: Readonly<Record<string, unknown>> = schema
