import type { FastifyReply } from 'fastify'

export const withCookies = (reply: FastifyReply, cookies: readonly string[]) => reply.header('set-cookie', cookies)
