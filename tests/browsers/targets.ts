// The elements of a page, by the names that people use.
import type { Target } from './probe.ts'

const by =
  (role: string) =>
  (name?: string | RegExp, within?: Target): Target => ({ role, ...(name === undefined ? {} : { name }), within })

export const alert = by('alert')
export const button = by('button')
export const checkbox = by('checkbox')
export const dialog = by('dialog')
export const group = by('group')
export const heading = by('heading')
export const columnheader = by('columnheader')
export const list = by('list')
export const listitem = by('listitem')
export const main: Target = { role: 'main' }
export const option = by('option')
export const radio = by('radio')
export const region = by('region')
export const rowheader = by('rowheader')
export const status = by('status')
export const tab = by('tab')

/** A field by its label. */
export const field = (label: string, within?: Target): Target => ({ label, within })

/** One of several matches, from 0. */
export const nth = (target: Target, at: number): Target => ({ ...target, at })
