CREATE TABLE `destinations` (
	`id` text PRIMARY KEY,
	`name` text NOT NULL,
	`kind` text NOT NULL,
	`settings` text NOT NULL,
	`secrets` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `jobs` ADD `delivery` text;--> statement-breakpoint
CREATE UNIQUE INDEX `destinations_name_unique` ON `destinations` (`name`);