CREATE TABLE `notifications` (
	`id` text PRIMARY KEY,
	`user_id` text NOT NULL,
	`problem_key` text NOT NULL,
	`open_key` text,
	`kind` text NOT NULL,
	`text` text NOT NULL,
	`link` text NOT NULL,
	`store_ids` text NOT NULL,
	`first_seen_at` integer NOT NULL,
	`last_seen_at` integer NOT NULL,
	`count` integer NOT NULL,
	`read_at` integer,
	`solved_at` integer,
	`mailed_at` integer,
	CONSTRAINT `fk_notifications_user_id_users_id_fk` FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON DELETE CASCADE
);
--> statement-breakpoint
ALTER TABLE `users` ADD `problem_mails` text;--> statement-breakpoint
ALTER TABLE `users` ADD `digest_timezone` text;--> statement-breakpoint
ALTER TABLE `users` ADD `digest_due_at` integer;--> statement-breakpoint
CREATE UNIQUE INDEX `notifications_open` ON `notifications` (`user_id`,`open_key`);--> statement-breakpoint
CREATE INDEX `notifications_seen` ON `notifications` (`user_id`,`first_seen_at`,`id`);--> statement-breakpoint
CREATE INDEX `notifications_problem` ON `notifications` (`open_key`);--> statement-breakpoint
CREATE INDEX `notifications_unmailed` ON `notifications` (`mailed_at`);--> statement-breakpoint
CREATE INDEX `notifications_age` ON `notifications` (`last_seen_at`);