CREATE TABLE `key_calls` (
	`id` text PRIMARY KEY,
	`key_id` text NOT NULL,
	`at` integer NOT NULL,
	`method` text NOT NULL,
	`path` text,
	`status` integer NOT NULL,
	`duration_ms` integer NOT NULL,
	`request_id` text NOT NULL,
	`address` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `key_calls_key` ON `key_calls` (`key_id`,`at`);--> statement-breakpoint
CREATE INDEX `key_calls_at` ON `key_calls` (`at`);