CREATE TABLE `workers` (
	`id` text PRIMARY KEY,
	`seen_at` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `stores` ADD `state` text;--> statement-breakpoint
ALTER TABLE `stores` ADD `state_since` integer;--> statement-breakpoint
ALTER TABLE `stores` ADD `state_reason` text;--> statement-breakpoint
ALTER TABLE `job_stores` ADD `platform` text;--> statement-breakpoint
ALTER TABLE `job_stores` ADD `domain` text;--> statement-breakpoint
ALTER TABLE `jobs` ADD `failing_since` integer;