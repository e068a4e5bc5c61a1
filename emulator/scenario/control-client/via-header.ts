/**
 * Header that says on whose behalf a control call changes the world: `test`, `inspector`, or a whole line
 * (percent-encoded) such as `step 3 of orders.yaml: delete users ben`.
 */
export const VIA_HEADER = 'x-emulator-via'
