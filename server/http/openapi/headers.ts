// The headers of requests and answers in the OpenAPI document.
const text = { schema: { type: 'string' } }

export const parameters = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'A text of your own, at most 255 characters. Sent again within 24 hours with the same body, the call is not carried out again and gets the same answer.',
    schema: { type: 'string', maxLength: 255 },
  },
  Range: {
    name: 'Range',
    in: 'header',
    required: false,
    description: 'One part of the file, such as bytes=1000-. Anything else is answered with the whole.',
    ...text,
  },
  IfRange: {
    name: 'If-Range',
    in: 'header',
    required: false,
    description: 'The ETag of an earlier answer: the part comes only where the file is still the same, and the whole otherwise.',
    ...text,
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    required: false,
    description: 'The ETag of an earlier answer: where it still holds, the answer is 304 without a body.',
    ...text,
  },
  LastEventId: {
    name: 'Last-Event-ID',
    in: 'header',
    required: false,
    description: 'The id of the last event that you have. The stream goes on after it, and without it with the next event.',
    schema: { type: 'string', pattern: '^[0-9]{1,15}$' },
  },
  AcceptEncoding: {
    name: 'Accept-Encoding',
    in: 'header',
    required: false,
    description: 'With gzip, the file is sent compressed, unless a part of it is asked for.',
    ...text,
  },
}

export const headers = {
  RequestId: { description: 'What the logs and the audit log call this request.', ...text },
  RateLimit: {
    description: 'How many calls remain (r), and in how many seconds the limit begins anew (t), such as "caller";r=2999;t=60.',
    ...text,
  },
  RateLimitPolicy: { description: 'The limit: how many calls (q) in how many seconds (w), such as "caller";q=3000;w=60.', ...text },
  RetryAfter: { description: 'How many seconds to wait, where that is known.', schema: { type: 'integer' } },
  Challenge: { description: 'How to sign in (RFC 6750).', ...text },
  IdempotentReplayed: { description: 'true where the answer is that of an earlier call with the same Idempotency-Key.', ...text },
  ContentDisposition: { description: 'The name of the file.', ...text },
  ExportWarning: {
    description:
      "What is known to be missing before the first byte. Plain text, or, where other letters than ASCII's are in it, an ext-value of RFC 8187: UTF-8'' and the text percent-encoded.",
    ...text,
  },
  ExportJob: { description: 'The id of the job that records a download.', ...text },
  AcceptRanges: { description: 'bytes: parts of the file can be fetched.', ...text },
  ETag: { description: 'Changes with the content of the answer or file.', ...text },
  Location: { description: 'Where the created object can be read.', schema: { type: 'string', format: 'uri-reference' } },
  ContentRange: { description: 'Which part this is, and how long the file is.', ...text },
}
