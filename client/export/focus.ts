/** As a `ref`: focuses an element that has just appeared. */
export const focus = (element: HTMLElement | null): void => element?.focus()
