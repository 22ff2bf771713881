/** Whether nothing in the list comes twice. */
export const isUnique = (list: readonly string[]): boolean => new Set(list).size === list.length
