/** Version of the scenario format that this release reads. */
export const FORMAT = 1
