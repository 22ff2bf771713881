ALTER TABLE `webhooks` ADD `format` text DEFAULT 'standard' NOT NULL;--> statement-breakpoint
ALTER TABLE `webhooks` ADD `chat_id` text;