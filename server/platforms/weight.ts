/** Grams in one unit of weight (international pound and ounce, exact by definition). */
export const gramsIn = { g: 1, kg: 1000, lb: 453.59237, oz: 28.349523125 } as const
export type WeightUnit = keyof typeof gramsIn

/** Rounds to the milligram, which removes binary noise. */
export function grams(value: number, unit: WeightUnit): number {
  return Number((value * gramsIn[unit]).toFixed(3))
}
