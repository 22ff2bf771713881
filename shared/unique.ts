/** Whether the list has no duplicates. */
export const isUnique = (list: readonly string[]): boolean => new Set(list).size === list.length
