/** What a part calls in the gallery. */
export const nothing = (): void => {}
