/** As a `ref`: puts the keyboard where something has just opened. */
export const focus = (element: HTMLElement | null): void => element?.focus()
