import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import { mcpMessages } from '#shared/mcp-messages.ts'
import type { ToolMark } from './context.ts'
import { refuseField } from './refuse-field.ts'

const Fields = z.record(z.string(), z.unknown()).catch({})
const valueAt = (input: unknown, path: string): unknown => path.split('.').reduce((value, name) => Fields.parse(value)[name], input)

/** The paths of the input fields that assistants cannot use. */
export const leftOutBy = (tool: ToolMark): readonly string[] => (tool === true ? [] : tool.leavesOut)

/** Throws NOT_FOUND for a procedure that is no tool, and INVALID_INPUT for a field that the tool leaves out. */
export function assertToolCall(tool: ToolMark | undefined, input: unknown) {
  if (!tool) throw new AppError('NOT_FOUND')
  for (const path of leftOutBy(tool)) if (valueAt(input, path) !== undefined) refuseField(path, mcpMessages.leftOut(path))
}
