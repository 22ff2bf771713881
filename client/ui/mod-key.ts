/** Whether shortcuts are pressed with Cmd instead of Ctrl. */
export const isMac = (): boolean => /^(Mac|iP)/.test(navigator.platform)

/** A shortcut as the screen names it: "Ctrl K", on a Mac "⌘ K". */
export const modKey = (key: string): string => `${isMac() ? '⌘' : 'Ctrl'} ${key}`

/** Whether exactly Ctrl, on a Mac Cmd, is pressed with this key. */
export const isModKey = ({ ctrlKey, metaKey, altKey, shiftKey, key }: KeyboardEvent, wanted: string): boolean =>
  (isMac() ? metaKey && !ctrlKey : ctrlKey && !metaKey) && !altKey && !shiftKey && key.toLowerCase() === wanted
