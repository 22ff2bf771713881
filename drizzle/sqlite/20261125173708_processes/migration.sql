CREATE TABLE `web_processes` (
	`id` text PRIMARY KEY,
	`seen_at` integer NOT NULL,
	`machine` text NOT NULL,
	`version` text NOT NULL,
	`started_at` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `workers` ADD `machine` text;--> statement-breakpoint
ALTER TABLE `workers` ADD `version` text;--> statement-breakpoint
ALTER TABLE `workers` ADD `started_at` integer;